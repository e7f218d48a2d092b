import { editorOf } from '#web/screens/editor.tsx';
import { type DataImport, dataImports } from './data-import.ts';
import { MappingForm } from './mapping-form.tsx';
import { NewImport } from './new-import.tsx';

const Form = ({ stored }: { stored?: DataImport }) => (stored ? <MappingForm stored={stored} /> : <NewImport />);

/** The screens that choose a file, and that map its columns. */
export const { New, Edit } = editorOf(dataImports, Form);
