import { type ParameterValues, parameterValues } from '#reports/definition.ts';

/** What JSON text says; null where it is none. */
export const parsed = (text: string | null): unknown => {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
};

/** What an address says was chosen of what reports ask; nothing where that cannot be read. */
export const chosenIn = (params: URLSearchParams): ParameterValues =>
  parameterValues.safeParse(parsed(params.get('parameters'))).data ?? {};

/** The same as addresses and the server take it. */
export const chosenQuery = (parameters: ParameterValues): { parameters?: string } =>
  Object.keys(parameters).length > 0 ? { parameters: JSON.stringify(parameters) } : {};

/** A query as the end of an address; nothing where it is empty. */
export const searchFrom = (query: Readonly<Record<string, string>>): string =>
  Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
