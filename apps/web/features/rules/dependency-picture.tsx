import { useState } from 'react';
import type { Rule } from '#forms/definition/rule.ts';
import type { RuleForm } from '#forms/logic/check.ts';
import { listed } from '#web/access/access-record.ts';
import words from '#web/ui/words.module.css';
import { connectedTo, type DependencyFact, type DependencyNode, dependenciesOf } from './dependencies.ts';
import css from './dependency-picture.module.css';

/** Forms with more nodes in one column are told in words alone. */
const maxDrawn = 30;

const titles = ['Reads', 'Calculations', 'Rules', 'Changes'];

const factWords = ({ kind, reads, changes }: DependencyFact): string => {
  const verb = kind === 'rule' ? 'read' : 'use';
  const read = reads.length > 0 ? `${verb}s ${listed(reads)}` : `doesn’t ${verb} any fields`;
  return changes.length > 0 ? `${read}, changes ${listed(changes)}` : read;
};

/** The dependencies on a form, drawn and in words; nothing before it is opened. */
export const DependencyPicture = ({ form }: { form: RuleForm & { logic: readonly Rule[] } }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={css.dependencies} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Dependencies</summary>
      {isOpen && <Opened form={form} />}
    </details>
  );
};

const Opened = ({ form }: { form: RuleForm & { logic: readonly Rule[] } }) => {
  const { nodes, links, facts } = dependenciesOf(form);
  const columns = titles
    .map((title, column) => ({ title, nodes: nodes.filter((node) => node.column === column) }))
    .filter((column) => column.nodes.length > 0);
  return (
    <>
      {columns.every((column) => column.nodes.length <= maxDrawn) && <Picture columns={columns} links={links} />}
      <ul className={css.facts} aria-label="Dependencies">
        {facts.map((fact, index) => (
          <li key={index}>
            <b>{fact.name}</b> {factWords(fact)}
          </li>
        ))}
      </ul>
    </>
  );
};

/** The parts of the picture: the share of its width between two columns, and the height of a node with its space. */
const [gap, step] = [6, 40];

const Picture = ({
  columns,
  links,
}: {
  columns: { title: string; nodes: DependencyNode[] }[];
  links: { from: string; to: string }[];
}) => {
  const [marked, setMarked] = useState<string | null>(null);
  const width = (100 - gap * (columns.length - 1)) / columns.length;
  const places = new Map(
    columns.flatMap(({ nodes }, column) =>
      nodes.map(({ key }, row) => [key, { start: column * (width + gap), middle: (row + 0.5) * step }] as const),
    ),
  );
  // The marked node may have been deleted.
  const connected = marked !== null && places.has(marked) ? connectedTo(marked, links) : null;
  const isFaded = (...keys: string[]) => (connected && !keys.every((key) => connected.has(key))) || undefined;
  const height = Math.max(...columns.map(({ nodes }) => nodes.length)) * step;
  return (
    <div className={css.picture}>
      <div className={css.columns} style={{ columnGap: `${gap}%` }}>
        {columns.map(({ title }) => (
          <span key={title} className={words.small}>
            {title}
          </span>
        ))}
      </div>
      <div className={css.drawing} style={{ height }}>
        <svg aria-hidden viewBox={`0 0 100 ${height}`} preserveAspectRatio="none">
          {links.map(({ from, to }) => {
            const [start, end] = [places.get(from), places.get(to)];
            if (!start || !end) return null;
            const [x, y] = [start.start + width, start.middle];
            const bend = (end.start - x) / 2;
            return (
              <path
                key={`${from} ${to}`}
                data-faded={isFaded(from, to)}
                d={`M${x} ${y}C${x + bend} ${y} ${end.start - bend} ${end.middle} ${end.start} ${end.middle}`}
              />
            );
          })}
        </svg>
        <div className={css.columns} style={{ columnGap: `${gap}%` }}>
          {columns.map(({ title, nodes }) => (
            <ul key={title} aria-label={title}>
              {nodes.map(({ key, name }) => (
                <li key={key} style={{ height: step }}>
                  <button
                    type="button"
                    title={name}
                    aria-pressed={marked === key}
                    data-faded={isFaded(key)}
                    onClick={() => setMarked(marked === key ? null : key)}
                  >
                    {name}
                  </button>
                </li>
              ))}
            </ul>
          ))}
        </div>
      </div>
    </div>
  );
};
