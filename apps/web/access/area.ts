import { isPlatform } from './host.ts';

/** Where a list stands and what it is called, as `MasterDetail` takes it. */
type Area = { root: string; title: string; resource: string; one: string };

/** The fields and forms of the platform, of which organizations get copies. */
export const templates = {
  fields: { root: '/admin/fields', title: 'Field Templates', resource: 'field templates', one: 'field template' },
  forms: { root: '/admin/forms', title: 'Form Templates', resource: 'form templates', one: 'form template' },
} satisfies Record<string, Area>;

/** The fields and forms of this address: an organization's, or on the platform's own address the templates. */
export const area: Record<keyof typeof templates, Area> = isPlatform
  ? templates
  : {
      fields: { root: '/organization/fields', title: 'Fields', resource: 'fields', one: 'field' },
      forms: { root: '/organization/forms', title: 'Forms', resource: 'forms', one: 'form' },
    };
