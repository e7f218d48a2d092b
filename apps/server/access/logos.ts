/** The address of an organization's logo; another one after each change, so that browsers may keep it. */
export const logoAddress = (slug: string, file_id: number | null): string | null =>
  file_id === null ? null : `/api/host/logo?slug=${slug}&v=${file_id}`;
