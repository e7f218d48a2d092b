type Page<T> = { data: T[]; metadata: { total_pages: number } };

/**
 * Everything that a list holds, page by page as it is asked for.
 * @param page `(page) => client.clients.page({ params: { page } })`
 */
export async function* everyRecord<T>(page: (page: number) => Promise<Page<T>>): AsyncGenerator<T> {
  for (let number = 1; ; number++) {
    const { data, metadata } = await page(number);
    yield* data;
    if (number >= metadata.total_pages) return;
  }
}
