import { expect, test } from 'vitest';
import { withForm } from './page.ts';

const page = '<html><head><title>Hearth</title></head><body><div id="root"></div></body></html>';
const organization = { name: 'Lantern House', logo: null };

test('PU-16 an open form shows that its questions are loading, below what the server draws of it', () => {
  const drawn = withForm(page, 'k'.repeat(20), { name: 'Intake', description: 'For new people', organization });
  const at = (text: string) => drawn.indexOf(text);
  expect(at('role="status" aria-label="Loading the form"')).toBeGreaterThan(at('For new people'));
  expect(at('For new people')).toBeGreaterThan(at('<h1>Intake</h1>'));
});

test('a form that is not open leaves the page to say so', () => {
  expect(withForm(page, 'k'.repeat(20), null)).not.toContain('status');
});
