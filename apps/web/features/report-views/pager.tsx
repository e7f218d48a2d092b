import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ViewPage } from '#web/reports/report.ts';
import { Button } from '#web/ui/button.tsx';
import css from './results.module.css';

const figure = (count: number): string => count.toLocaleString('en-US');

/** The last row that is shown page by page; a file holds all. */
export const lastShown = 10_000;

/** Which rows are on the page, and the way to those before and after. */
export const Pager = ({ metadata, onPage }: { metadata: ViewPage['metadata']; onPage: (page: number) => void }) => {
  const { page, page_size, total_count, total_pages } = metadata;
  const from = (page - 1) * page_size + 1;
  const last = Math.min(total_pages, Math.ceil(lastShown / page_size));
  return (
    <nav className={css.pager} aria-label="Pages" data-print="hide">
      <span role="status">
        {`${figure(from)}–${figure(Math.min(from + page_size - 1, total_count))} of ${figure(total_count)}`}
      </span>
      {last > 1 && (
        <>
          <Button size="small" icon={IconChevronLeft} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button size="small" iconEnd={IconChevronRight} disabled={page >= last} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </>
      )}
    </nav>
  );
};
