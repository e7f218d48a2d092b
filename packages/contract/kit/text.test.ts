import { describe, expect, test } from 'vitest';
import { organizationAccountRoutes } from '../resources/organization-account.ts';
import { email } from './text.ts';

describe('an email address', () => {
  test.each(['"<a@b.cc>"', '<a@b.cc>', 'a@b.cc, c@d.ee', 'a b@c.dd', 'a@b', 'a@b..cc', `${'a'.repeat(250)}@b.cc`])(
    'is not %s, to which no mail could be sent',
    (text) => expect(email.safeParse(text).success).toBe(false),
  );

  test('is kept in small letters', () => expect(email.parse('Ana.Diaz@Example.org')).toBe('ana.diaz@example.org'));
});

describe('the name of a sender', () => {
  const read = (mail_sender: string) =>
    organizationAccountRoutes.changeOrganizationAccount.body.safeParse({ mail_sender });

  test.each(['"Support" <ceo@bank.example>', 'ceo@bank.example', 'Support, Bank', 'Bank>'])('is not %s', (name) =>
    expect(read(name).success).toBe(false),
  );

  test('is what an organization is called', () => expect(read("St. Mary's & Sons – Help").success).toBe(true));
});
