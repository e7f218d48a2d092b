import { isPlatform } from './host.ts';
import { type Place, places, templatePlaces } from './places.ts';

/** The fields and forms of this address: an organization's, or on the platform's own address the templates. */
export const definitionPlaces: Record<keyof typeof templatePlaces, Place> = isPlatform ? templatePlaces : places;

const areaOf = ({ at, title, one, many }: Place) => ({ root: at, title, resource: many, one });

/** Where the platform's templates are, as `MasterDetail` once took it. */
export const templates = { fields: areaOf(templatePlaces.fields), forms: areaOf(templatePlaces.forms) };

export const area = { fields: areaOf(definitionPlaces.fields), forms: areaOf(definitionPlaces.forms) };
