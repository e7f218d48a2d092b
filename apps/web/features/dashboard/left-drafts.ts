import { draftSubjectOf } from '#contract/resources/drafts.ts';
import type { LeftDraft } from '#contract/resources/my-work.ts';
import { places } from '#web/access/places.ts';
import { fullName } from '#web/kit/formats.ts';

const news = { clients: 'New person', forms: 'New form', report_definitions: 'New report' };
const editors = { clients: places.clients.at, forms: places.forms.at, report_definitions: places.reports.at };

/** What somebody has a draft of, in words, and the address where they go on with it; null for what has no screen. */
export const leftDraft = (draft: LeftDraft): { name: string; to: string } | null => {
  const parts = draftSubjectOf(draft.subject);
  if (!parts) return null;
  const person = draft.client ? fullName(draft.client) : '';
  const named = [draft.name, person].filter(Boolean).join(', ');
  const people = places.clients.at;
  if (parts.kind === 'new_response')
    return { name: named, to: `${people}/${parts.client_id}/client_forms/new/${parts.form_id}` };
  if (parts.kind === 'new_note')
    return parts.record_type === 'clients' ? { name: `Note, ${person}`, to: `${people}/${parts.record_id}` } : null;
  const { kind, id } = parts;
  if (kind === 'client_forms') return { name: named, to: `${people}/${draft.client?.id}/client_forms/${id}/edit` };
  if (kind === 'public_form_instances') return { name: named, to: `${places.public_forms.at}/x/responses/${id}/edit` };
  const records = `${places.internal_forms.at}/${kind === 'new_record' ? id : draft.form_id}/records`;
  if (kind === 'new_record') return { name: `New record, ${named}`, to: `${records}/new` };
  if (kind === 'internal_records') return { name: named, to: `${records}/${id}/edit` };
  return id === null
    ? { name: news[kind], to: `${editors[kind]}/new` }
    : { name: named, to: `${editors[kind]}/${id}/edit` };
};
