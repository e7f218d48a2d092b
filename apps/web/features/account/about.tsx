import { Link } from 'react-router';
import css from './about.module.css';
import { AccountCard } from './account-card.tsx';

const back = <Link to="/">Back</Link>;

/** What is kept of who uses Hearth, and who answers for the records in it. */
export const Privacy = () => (
  <AccountCard title="Privacy" wide below={back}>
    <div className={css.text}>
      <p>
        Hearth keeps the records of organizations that help people. Each organization decides what it records, who sees
        it and how long it is kept. To see, correct or delete what is recorded about you, ask the organization.
      </p>
      <h2>What is kept of you when you sign in</h2>
      <ul>
        <li>Your name, email address and time zone. Your password is kept in a form that nobody can read.</li>
        <li>When you sign in and from which network address.</li>
        <li>
          Which records you open, change and share, and when. The people who answer for the records can look it up.
        </li>
        <li>What you typed and did not save: for you alone, encrypted, until you save it or 30 days are over.</li>
      </ul>
      <h2>What stays in this browser</h2>
      <p>
        That you are signed in, and how you arranged the screen. While there is no connection also what you type,
        encrypted, until Hearth has it or you sign out. There are no cookies, nothing is loaded from other companies,
        and nobody follows you.
      </p>
    </div>
  </AccountCard>
);

/** What Hearth is built to for people with disabilities, and how to ask for what is missing. */
export const Accessibility = () => (
  <AccountCard title="Accessibility" wide below={back}>
    <div className={css.text}>
      <p>Hearth is built to the Web Content Accessibility Guidelines 2.2, level AA. It is meant to work</p>
      <ul>
        <li>by keyboard alone: press ? on any screen for the keys;</li>
        <li>with screen readers and speech input: keys that are pressed alone can be turned off in My profile;</li>
        <li>enlarged to 400 %, on a phone, in light, dark and high contrast, and without motion.</li>
      </ul>
      <p>
        When something keeps you from your work, tell the owner of your organization what you tried and on which screen.
        That is a mistake of ours, not yours.
      </p>
    </div>
  </AccountCard>
);
