import type { z } from 'zod';
import { listOf, pageOf, pageParams } from './list.ts';
import { route } from './route.ts';

/** What is named in the addresses of the platform's console, and what one and many of it are called in a sentence. */
type PlatformResource<N extends string, Q extends z.ZodType, R extends z.ZodType, L extends z.ZodType> = {
  name: N;
  title: { one: string; many: string };
  query: Q;
  record: R;
  /** A record as lists show it. */
  listed: L;
};

/** How the platform team reads records: a list, whole and by pages, and one by its id. */
export const platformReads = <N extends string, Q extends z.ZodType, R extends z.ZodType, L extends z.ZodType>({
  name,
  title,
  query,
  record,
  listed,
}: PlatformResource<N, Q, R, L>) => {
  const path = `/admin/${name}` as const;
  const access = 'superuser';
  return {
    list: route({ method: 'GET', path, access, summary: `List all ${title.many}`, query, response: listOf(listed) }),
    page: route({
      method: 'GET',
      path: `${path}/page/:page`,
      access,
      summary: `List ${title.many}, a page at a time`,
      params: pageParams,
      query,
      response: pageOf(listed),
    }),
    show: route({ method: 'GET', path: `${path}/:id`, access, summary: `Show one ${title.one}`, response: record }),
  };
};

/** The same, and how records are made, changed and removed. Each change is audited. */
export const platformCrud = <
  N extends string,
  Q extends z.ZodType,
  R extends z.ZodType,
  L extends z.ZodType,
  C extends z.ZodType,
  U extends z.ZodType,
>(
  resource: PlatformResource<N, Q, R, L> & { create: C; changes: U },
) => {
  const { name, title, record, create, changes } = resource;
  const path = `/admin/${name}` as const;
  const changing = { access: 'superuser', audited: true } as const;
  return {
    ...platformReads(resource),
    create: route({
      method: 'POST',
      path,
      ...changing,
      summary: `Create one ${title.one}`,
      body: create,
      response: record,
    }),
    update: route({
      method: 'PUT',
      path: `${path}/:id`,
      ...changing,
      summary: `Change one ${title.one}`,
      body: changes,
      response: record,
    }),
    remove: route({ method: 'DELETE', path: `${path}/:id`, ...changing, summary: `Delete one ${title.one}` }),
  };
};
