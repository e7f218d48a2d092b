import { type Action, type Entity, type EntityPrivileges, recordActions } from '#contract/kit/privileges.ts';
import type { Schema } from './group.ts';

/** A box of the matrix: one action on one entity. */
export type Box = { entity: Entity; action: Action };

export const holds = (privileges: EntityPrivileges, { entity, action }: Box): boolean =>
  privileges[entity]?.includes(action) ?? false;

/** The privileges with some boxes ticked or not, in the order of the schema's actions, without empty lists. */
export const withBoxes = (privileges: EntityPrivileges, boxes: Box[], isTicked: boolean): EntityPrivileges => {
  const next = { ...privileges };
  for (const { entity, action } of boxes) {
    const others = (next[entity] ?? []).filter((one) => one !== action);
    const held = isTicked ? [...others, action] : others;
    if (held.length) next[entity] = held;
    else delete next[entity];
  }
  return next;
};

/** The schema of what may be extended to single records: everything but picking a record elsewhere. */
export const extendedSchema = ({ entities, actions }: Schema): Schema => {
  const isOfRecord = (action: Action) => recordActions.some((one) => one === action);
  return {
    entities: entities.map((entity) => ({ ...entity, actions: entity.actions.filter(isOfRecord) })),
    actions: actions.filter(isOfRecord),
  };
};

export const boxesOf = ({ entities }: Schema): Box[] =>
  entities.flatMap(({ name, actions }) => actions.map((action) => ({ entity: name, action })));

/** The boxes in which two sets of privileges differ. */
export const changedBoxes = (schema: Schema, before: EntityPrivileges, after: EntityPrivileges): Box[] =>
  boxesOf(schema).filter((box) => holds(before, box) !== holds(after, box));

/** Whether no box is ticked. */
export const givesNothing = (privileges: EntityPrivileges): boolean =>
  Object.values(privileges).every((actions) => actions.length === 0);

/** Privileges as a line of text: "People: read, write; Notes: read". */
export const inWords =
  ({ entities }: Schema) =>
  (privileges: EntityPrivileges): string =>
    entities
      .flatMap(({ name, label }) => (privileges[name]?.length ? [`${label}: ${privileges[name].join(', ')}`] : []))
      .join('; ') || 'Nothing';
