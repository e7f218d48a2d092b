import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#web/ui/button.tsx';
import { CardPage } from '#web/ui/page.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Logo } from './frame.tsx';

export function SignInScreen() {
  const [email, setEmail] = useState('dana.whitlock@harborvale.example');
  const [password, setPassword] = useState('a long quiet sentence');
  return (
    <CardPage
      brand={{ name: 'Harborvale Family Services', host: 'harborvale.hearth.example', logo: <Logo /> }}
      title="Sign in"
      intro="Use the email address your organization invited."
      below={
        <p>
          Work for another organization? <Link to="/select_account">Choose account</Link>
        </p>
      }
      note="This system holds confidential records. Use a device you trust."
      foot="Hearth · Use is recorded"
    >
      <TextField label="Email" type="email" autoComplete="username" value={email} onChange={setEmail} />
      <PasswordField
        label="Password"
        labelEnd={<Link to="/forgotPassword">Forgot password?</Link>}
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Button tone="filled" block>
        Sign in
      </Button>
    </CardPage>
  );
}
