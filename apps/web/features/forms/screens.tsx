import type { RouteObject } from 'react-router';
import { definitionPlaces } from '#web/access/area.ts';
import type { FormContributions } from '#web/forms/form-contributions.ts';
import { screensOf } from '#web/screens/screens-of.tsx';

const loaded = <T,>(loads: (() => Promise<T>)[]): Promise<T[]> => Promise.all(loads.map((load) => load()));

/** What an organization asks, with what other features give to it; the editor takes the whole page. */
export const formScreens = (contributions: FormContributions): RouteObject[] =>
  screensOf(definitionPlaces.forms, {
    list: async () => {
      const [{ FormList }, tools] = await Promise.all([import('./form-list.tsx'), loaded(contributions.tools)]);
      return { List: () => <FormList tools={tools} /> };
    },
    detail: async () => {
      const { sections, notices } = contributions;
      const [{ formDetail }, actions] = await Promise.all([
        import('./form-detail.tsx'),
        loaded(contributions.actions),
        ...sections.map(({ Content }) => Content.preload()),
      ]);
      return { Detail: formDetail({ sections, notices, actions }) };
    },
    editor: async () => {
      const [{ formEditor }, parts] = await Promise.all([import('./editor.tsx'), loaded(contributions.parts)]);
      return formEditor(parts);
    },
  });
