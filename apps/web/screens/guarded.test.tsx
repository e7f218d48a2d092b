import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { RouteSpec } from '#contract/kit/route.ts';
import { sequenceRoutes } from '#contract/resources/sequences.ts';
import { type Account, MemberProvider, type Organization } from '#web/access/account.tsx';
import { guarded } from './guarded.tsx';

const holding = (forms: string[], records: Record<string, string[]> = {}) => ({
  account: { role: 'user' } as unknown as Account,
  organization: {
    slug: 'demo',
    owner: false,
    privileges: { entity_privileges: { forms }, record_privileges: { forms: records } },
  } as unknown as Organization,
});

/** What somebody sees at an address of a guarded screen. */
const seen = (route: RouteSpec, member: ReturnType<typeof holding>, at: string) => {
  const Screen = guarded(route, () => <p>The form</p>);
  return renderToStaticMarkup(
    <MemoryRouter initialEntries={[at]}>
      <MemberProvider member={member}>
        <Routes>
          <Route path="sequences/new" element={<Screen />} />
          <Route path="sequences/:id/edit" element={<Screen />} />
        </Routes>
      </MemberProvider>
    </MemoryRouter>,
  );
};

describe('a guarded screen', () => {
  test('is not shown to who may only read', () => {
    expect(seen(sequenceRoutes.create, holding(['read']), '/sequences/new')).toBe('');
    expect(seen(sequenceRoutes.update, holding(['read']), '/sequences/7/edit')).toBe('');
    expect(seen(sequenceRoutes.update, holding([], { 8: ['write'] }), '/sequences/7/edit')).toBe('');
  });

  test('is shown to who may call its route, on all records or on this one', () => {
    expect(seen(sequenceRoutes.create, holding(['write']), '/sequences/new')).toContain('The form');
    expect(seen(sequenceRoutes.update, holding(['write']), '/sequences/7/edit')).toContain('The form');
    expect(seen(sequenceRoutes.update, holding([], { 7: ['write'] }), '/sequences/7/edit')).toContain('The form');
  });

  test('tells its route, by which every form of a resource is known to be guarded', () => {
    expect(guarded(sequenceRoutes.create, () => null).route).toBe(sequenceRoutes.create);
  });
});
