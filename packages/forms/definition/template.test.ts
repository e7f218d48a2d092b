import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeholdersOf, plainUnderscores, templateProblems } from './template.ts';

const fields = [
  { name: 'Rent [month]', field_type: 'number' as const },
  { name: 'Read this', field_type: 'presentation' as const },
];
const known = placeholdersOf({ form_type: 'client', fields });
const problems = (template: string, answersAllowed = true) => templateProblems(template, known, { answersAllowed });

describe('a text with placeholders', () => {
  test.each([
    ['{{nobody}}', ['Unknown placeholder {{nobody}}']],
    ['{{}} and {{ }}', ['Unknown placeholder {{}}']],
    ['{{a}} {{b}} {{a}}', ['Unknown placeholder {{a}}', 'Unknown placeholder {{b}}']],
    ['{{Form_name}}', ['Unknown placeholder {{Form_name}}']],
    ['{{field:Wages}}', ['Unknown placeholder {{field:Wages}}']],
    ['{{field:Read this}}', ['Unknown placeholder {{field:Read this}}']],
    ['{{__proto__}} {{constructor}}', ['Unknown placeholder {{__proto__}}', 'Unknown placeholder {{constructor}}']],
  ])('is refused: %s', (template, expected) => {
    expect(problems(template)).toEqual(expected);
  });

  test.each([
    'No placeholder at all, {one} brace, {{ an open one',
    '{{form_name}} {{ record_url }} {{completed_at}} {{organization_name}} {{client_id}}',
    '{{client_first_name}} pays {{field:Rent [month]}}',
    '{{client\\_first\\_name}} pays {{field:Rent \\[month\\]}}',
  ])('is taken: %s', (template) => {
    expect(problems(template)).toEqual([]);
  });

  test('tells no answer and no name where the organization does not allow it', () => {
    const sentence = [
      'This organization doesn’t allow answers and names in emails. Use the form’s name, the person’s ID or the link.',
    ];
    expect(problems('{{client_first_name}}', false)).toEqual(sentence);
    expect(problems('{{field:Rent [month]}} {{client_first_name}}', false)).toEqual(sentence);
    expect(problems('{{form_name}} {{client_id}} {{record_url}}', false)).toEqual([]);
    expect(problems('{{x}} {{client_first_name}}', false)).toEqual(['Unknown placeholder {{x}}', ...sentence]);
  });

  test('of an internal form knows no person', () => {
    const names = placeholdersOf({ form_type: 'internal', fields }).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('client'))).toEqual([]);
    expect(names).toContain('field:Rent [month]');
  });

  test('never makes the check throw', () => {
    const piece = fc.constantFrom('{', '}', '{{', '}}', '\\', '_', ':', 'field', 'form_name', '\n', ' ', '🙂');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((parts) => parts.join('')),
        ),
        (template) => {
          for (const problem of problems(template)) expect(problem).toMatch(/^Unknown placeholder \{\{/);
        },
      ),
    );
  });
});

test('escaped underscores become plain ones', () => {
  expect(plainUnderscores('{{form\\_name}} a\\_b \\*c\\*')).toBe('{{form_name}} a_b \\*c\\*');
});
