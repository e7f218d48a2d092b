import { Link } from 'react-router';
import css from './about.module.css';
import { AccountCard } from './account-card.tsx';

const back = <Link to="/">Back</Link>;

/** What is kept of who uses Hearth, and who answers for the records in it. */
export const Privacy = () => (
  <AccountCard title="Privacy" wide below={back}>
    <div className={css.text}>
      <p>
        Hearth stores the records of organizations that help people. Each organization decides what to record, who can
        see it and how long to keep it. To see, correct or delete your records, ask the organization.
      </p>
      <h2>What Hearth stores when you sign in</h2>
      <ul>
        <li>Your name, email address and time zone. Your password is stored so that no one can read it.</li>
        <li>When you sign in, and your network address.</li>
        <li>
          Which records you open, change and share, and when. The people responsible for the records can see this.
        </li>
        <li>Your drafts, encrypted and visible only to you, until you save them or for up to 30 days.</li>
      </ul>
      <h2>What this browser stores</h2>
      <p>
        Your sign-in and your screen layout. While you’re offline, it also stores what you type, encrypted, until Hearth
        saves it or you sign out. There are no cookies and no tracking, and nothing is loaded from other companies.
      </p>
    </div>
  </AccountCard>
);

/** What Hearth is built to for people with disabilities, and how to ask for what is missing. */
export const Accessibility = () => (
  <AccountCard title="Accessibility" wide below={back}>
    <div className={css.text}>
      <p>Hearth is built to the Web Content Accessibility Guidelines 2.2, level AA. You can use it</p>
      <ul>
        <li>with just a keyboard: press ? on any screen to see the shortcuts;</li>
        <li>with screen readers and speech input: you can turn off single-key shortcuts in My profile;</li>
        <li>at 400% zoom, on a phone, in light, dark and high-contrast modes, and with reduced motion.</li>
      </ul>
      <p>
        If something doesn’t work for you, tell the owner of your organization what you tried and on which screen. It’s
        our mistake, not yours.
      </p>
    </div>
  </AccountCard>
);
