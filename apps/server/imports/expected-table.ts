import { maxFormFields } from '#contract/resources/forms.ts';
import { isOwnLabel } from '#forms/transfer/response-file.ts';
import type { TableLimits } from '#server/kit/tables/table-file.ts';

/** As many as the file of the largest form has, whose answers stand behind IDs and times. */
const columns = maxFormFields + 10;

/** What an organization imports itself; the platform team moves whole systems. */
export const organizationLimits: TableLimits = { rows: 20_000, columns };
export const platformLimits: TableLimits = { rows: 200_000, columns };

/** By these names the separator of a file is known. */
export const isKnown = isOwnLabel;
