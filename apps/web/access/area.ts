import { isPlatform } from './host.ts';
import { type Place, places, templatePlaces } from './places.ts';

/** The fields and forms of this address: an organization's, or on the platform's own address the templates. */
export const definitionPlaces: Record<keyof typeof templatePlaces, Place> = isPlatform ? templatePlaces : places;
