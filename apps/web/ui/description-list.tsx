import type { ReactNode } from 'react';
import css from './description-list.module.css';
import { isFigures } from './figures.ts';

export type Fact = { label: string; value: ReactNode; wide?: boolean };

const isBlank = (value: ReactNode) => value === null || value === undefined || value === '';
const Blank = () => <span className={css.blank}>—</span>;

/** Labels above values, in two columns where there is room. A blank value is a dash. */
export function DescriptionList({ facts }: { facts: Fact[] }) {
  return (
    <dl className={css.list}>
      {facts.map(({ label, value, wide }) => (
        <div key={label} className={wide ? css.wide : undefined}>
          <dt>{label}</dt>
          <dd data-figures={isFigures(value)}>{isBlank(value) ? <Blank /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Labels and values as they are, for what has a look of its own. */
export function PlainFacts({
  facts,
  className,
}: {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  className?: string | undefined;
}) {
  return (
    <dl className={className}>
      {facts.map(([label, value], index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Labels and short values on one line each, for a side panel. */
export function Pairs({ facts }: { facts: Fact[] }) {
  return (
    <dl className={css.pairs}>
      {facts.map(({ label, value }, index) => (
        <PairRow key={`${label} ${index}`} label={label} value={value} />
      ))}
    </dl>
  );
}

function PairRow({ label, value }: Fact) {
  return (
    <>
      <dt>{label}</dt>
      <dd data-figures={isFigures(value)}>{isBlank(value) ? <Blank /> : value}</dd>
    </>
  );
}
