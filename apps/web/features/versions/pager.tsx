import { Button } from '#web/ui/button.tsx';
import words from '#web/ui/words.module.css';
import css from './versions.module.css';

/** Leads from page to page. It is not there while there is one page alone. */
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
