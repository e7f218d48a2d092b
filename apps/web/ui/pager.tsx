import { Button } from './button.tsx';
import css from './pager.module.css';
import words from './words.module.css';

/** Leads from page to page of a table. It isn't there while there is only one page. */
export const Pager = ({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) =>
  pages > 1 && (
    <nav className={css.pager} aria-label="Pages">
      <span className={words.small}>
        Page {page.toLocaleString('en-US')} of {pages.toLocaleString('en-US')}
      </span>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
