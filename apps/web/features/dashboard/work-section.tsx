import type { UseQueryResult } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { Answered } from '#web/kit/answered.tsx';
import { AreaSkeleton } from '#web/ui/skeleton.tsx';
import css from './my-work.module.css';

/** Whether My work is the whole screen: its parts then stand right below the heading of the page. */
export const IsWholeScreen = createContext(false);

/** The title of a part of My work. */
export const PartTitle = ({ children }: { children: ReactNode }) => {
  const Title = use(IsWholeScreen) ? 'h2' : 'h3';
  return <Title className={css.title}>{children}</Title>;
};

/** One part of My work, under its title; each loads and fails by itself. */
export const WorkSection = <T,>({
  title,
  of,
  children,
}: {
  title: string;
  of: UseQueryResult<T>;
  children: (answer: T) => ReactNode;
}) => (
  <section className={css.part} aria-label={title}>
    <PartTitle>{title}</PartTitle>
    <Answered of={of} failure="Could not load this." skeleton={<AreaSkeleton label={`Loading ${title}`} height={48} />}>
      {children}
    </Answered>
  </section>
);
