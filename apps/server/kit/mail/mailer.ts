import { createTransport, type NodemailerError } from 'nodemailer';
import { isEmailAddress } from '#contract/kit/text.ts';
import { keepInOutbox } from './outbox.ts';

/** `id` names the mail for good: a retry with the same id has the same Message-ID, so that readers see it once. */
export type Mail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The name that it is sent under; the address stays that of the configuration, which mail servers know. */
  sender?: string | null | undefined;
  /** Where answers go. */
  reply_to?: string | null | undefined;
};

export type Mailer = {
  /**
   * Hands the mail to the mail server, or keeps it in the outbox. Throws MailTemporary when the same call may succeed
   * later, and MailRefused when it will not.
   */
  send(mail: Mail): Promise<{ id: string }>;
  close(): void;
};

/** The mail server cannot be reached or does not take the mail now: try again later. */
export class MailTemporary extends Error {
  override name = 'MailTemporary';
  /** Whether it takes no other mail either. */
  readonly isOfServer: boolean;

  constructor(message: string, { isOfServer, ...options }: ErrorOptions & { isOfServer: boolean }) {
    super(message, options);
    this.isOfServer = isOfServer;
  }
}

/** The mail is not one that can be sent, or the mail server refused it for good: do not try again. */
export class MailRefused extends Error {
  override name = 'MailRefused';
  /** Whether it is the address that was refused, so that no other mail will arrive there. */
  readonly isOfAddress: boolean;

  constructor(message: string, { isOfAddress = false, ...options }: ErrorOptions & { isOfAddress?: boolean } = {}) {
    super(message, options);
    this.isOfAddress = isOfAddress;
  }
}

/**
 * The mailer of the configuration. Without `smtpUrl` mails are kept in the outbox of `dataDir`; in production, where
 * nobody would read them there, `send` throws MailTemporary until SMTP_URL is set. `timeoutMs` is how long the mail
 * server may be silent.
 */
export function openMailer({
  smtpUrl,
  dataDir,
  production,
  from = 'Hearth <no-reply@localhost>',
  timeoutMs = 20_000,
}: {
  smtpUrl: string | null;
  dataDir: string;
  production: boolean;
  from?: string;
  timeoutMs?: number;
}): Mailer {
  const safety = { disableFileAccess: true, disableUrlAccess: true };
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  const headers = ({ id, sender, reply_to }: Mail) => ({
    from: sender ? { name: onOneLine(sender), address } : from,
    messageId: `<${id}@${domain}>`,
    ...(reply_to ? { replyTo: { name: '', address: reply_to } } : {}),
  });

  if (smtpUrl === null) {
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...safety });
    return {
      async send(mail) {
        const checked = checkMail(mail);
        if (production) throw new MailTemporary('No mail server is set. Set SMTP_URL.', { isOfServer: true });
        const { message } = await composer.sendMail({ ...checked, ...headers(mail) });
        await keepInOutbox(dataDir, mail.id, message as Buffer);
        return { id: mail.id };
      },
      close: () => composer.close(),
    };
  }

  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url: smtpUrl, dnsTimeout: timeoutMs, ...timeouts, ...safety });
  return {
    async send(mail) {
      const checked = checkMail(mail);
      try {
        await transport.sendMail({ ...checked, ...headers(mail) });
      } catch (cause) {
        throw sendError(cause as NodemailerError);
      }
      return { id: mail.id };
    },
    close: () => transport.close(),
  };
}

const onOneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim();

/** What may go into headers: plain addresses, and a subject on one line. */
function checkMail({ id, to, subject, text, html, reply_to }: Mail) {
  if (!/^[a-z0-9][a-z0-9._-]{0,199}$/i.test(id)) throw new MailRefused('The id of a mail is letters, digits, . _ -.');
  if (!isEmailAddress(to)) throw new MailRefused('The address is not an email address.');
  if (reply_to && !isEmailAddress(reply_to)) throw new MailRefused('The address for answers is not an email address.');
  return { to: { name: '', address: to }, subject: onOneLine(subject), text, html };
}

/** A server that refuses the recipient for good says that there is nobody of that name; what it says of content does not. */
const isOfAddress = ({ command, responseCode = 0 }: NodemailerError): boolean =>
  command === 'RCPT TO' && responseCode >= 550 && responseCode <= 553;

/** Only an answer about this mail is final; what is said of the connection, sign-in or sender can be mended. */
function sendError(cause: NodemailerError): Error {
  const isAboutSender = cause.command === 'MAIL FROM' && cause.responseCode !== undefined;
  const isAboutMail = (cause.code === 'EENVELOPE' || cause.code === 'EMESSAGE') && !isAboutSender;
  const detail = `${cause.code}${cause.responseCode ? ` ${cause.responseCode}` : ''}`;
  if (isAboutMail && cause.permanent !== false)
    return new MailRefused(`The mail server refused the email (${detail}).`, {
      cause,
      isOfAddress: isOfAddress(cause),
    });
  return new MailTemporary(`The mail server did not accept the email (${detail}).`, {
    cause,
    isOfServer: !isAboutMail,
  });
}
