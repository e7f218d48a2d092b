import { useBrand } from '#web/access/brand.tsx';
import { originOf } from '#web/access/host.ts';
import { useTitle } from '#web/kit/title.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CardPage } from '#web/ui/page.tsx';

/** Signed in, but no member of this organization. */
export const WrongAddress = () => {
  useTitle('Wrong subdomain');
  return (
    <CardPage brand={useBrand()} title="Wrong subdomain">
      <p>Whoops! Looks like you've logged in on the wrong subdomain.</p>
      <p>
        <a href={`${originOf(null)}/select_account`}>Choose one of your organizations</a>, or log out and sign in with
        another email address.
      </p>
      <ButtonLink to="/logout">Logout</ButtonLink>
    </CardPage>
  );
};
