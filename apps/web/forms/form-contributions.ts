import type { ComponentType } from 'react';
import type { Account, useMay } from '#web/access/account.tsx';
import type { IconType } from '#web/ui/icon.tsx';
import type { Part } from '#web/ui/part.tsx';
import type { EditedForm } from './definition/edited-form.ts';
import type { FormRecord } from './definition/form-record.ts';

/** A section that a feature gives to the page of one form. */
export type FormSection = {
  /** An address with it, such as `#logic`, leads to the section. */
  id: string;
  title: string;
  /** Whether somebody sees it, where not everybody does. */
  isSeen?: (may: ReturnType<typeof useMay>, form: FormRecord) => boolean;
  Content: Part<{ form: FormRecord }>;
};

/** What a feature says under the head of a form, when there is something to say. */
export type FormNotice = Part<{ form: FormRecord }>;

/** Something that a feature lets people do with a form: at once, or in a dialog. */
export type FormAction = {
  label: string;
  icon: IconType;
  /** An address with it, such as `#import-log`, opens the dialog. */
  hash?: string;
  /** Whether it is offered, where not to everybody. */
  isOffered?: (form: FormRecord, account: Account, may: ReturnType<typeof useMay>) => boolean;
} & (
  | { run: (form: FormRecord, navigate: (to: string) => void) => void }
  | { Dialog: ComponentType<{ form: FormRecord; onClose: () => void }> }
);

/** What stands beside the fields of a form while it is edited. */
export type EditedParts = Pick<EditedForm, 'logic' | 'calculations'>;

/** A rule or a calculation that is open in its dialog: by its place in its list, or a new one. */
export type OpenedPart = {
  part: keyof EditedParts;
  place: number | 'new';
  /** The field that a new rule acts on. */
  about?: number;
};

/** What a feature lets people change beside the fields in the editor of a form; it is saved with the form. */
export type FormPart = ComponentType<{
  form: EditedForm;
  onChange: (next: (parts: EditedParts) => EditedParts) => void;
  opened: OpenedPart | null;
  onOpen: (opened: OpenedPart | null) => void;
}>;

/** What other features give to the pages of forms, loaded with the page that shows it; a section also fails by itself. */
export type FormContributions = {
  sections: FormSection[];
  notices: FormNotice[];
  actions: (() => Promise<FormAction>)[];
  /** In the editor, below the fields. */
  parts: (() => Promise<FormPart>)[];
  /** Beside the title of the list. */
  tools: (() => Promise<ComponentType>)[];
};
