import { rm } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import type { RouteSpec } from '#contract/kit/route.ts';
import type { Content, StoredContent } from './files/content.ts';
import { malwareIn } from './files/scan.ts';
import { storeContent } from './files/store-file.ts';
import type { IncomingFile, Services } from './handlers.ts';
import { readMultipart } from './read-multipart.ts';

/** The files of one request: on the local disk while they are looked at, and in the storage once they are ready. */
export class RequestFiles {
  /** By the names of their parts. */
  readonly parts = new Map<string, IncomingFile[]>();
  /** The keys of content that rows name. */
  readonly kept = new Set<string>();
  readonly #stored = new Set<string>();
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Reads an upload onto the local disk, and answers what came with the files. */
  read(request: FastifyRequest, route: RouteSpec): Promise<unknown> {
    return readMultipart(request, { route, storage: this.#services.storage, files: this.parts });
  }

  /** Puts content into the storage; it goes again unless a row names it in the end. */
  store = (content: Content): Promise<StoredContent> =>
    storeContent(this.#services.storage, content, async (storage_key) => {
      // Committed by itself, so that it is known also when this process dies.
      await this.#services.database.transaction(({ tx }) =>
        tx.insertInto('begun_contents').values({ storage_key }).execute(),
      );
      this.#stored.add(storage_key);
    });

  /** The first part that holds malware; null when none does, or no scanner is configured. */
  async infectedPart(): Promise<string | null> {
    const { clamavUrl } = this.#services.config;
    if (!clamavUrl) return null;
    for (const [part, incoming] of this.parts)
      for (const { spooled } of incoming) if ((await malwareIn(clamavUrl, spooled.path)) !== null) return part;
    return null;
  }

  /** Takes away what lies on the local disk, and content that no row names. */
  async tidyUp(): Promise<void> {
    const spooled = [...this.parts.values()].flat().map((file) => rm(file.spooled.path, { force: true }));
    const unused = [...this.#stored].filter((key) => !this.kept.has(key));
    await Promise.allSettled([...spooled, ...unused.map((key) => this.#services.storage.remove(key))]);
  }
}
