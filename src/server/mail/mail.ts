/** A text mail to one recipient. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** A permanent refusal of the recipient, such as an unknown address: no retry can succeed. */
export class MailRefused extends Error {}

/** Sends mail at once. Features queue mails instead (`mail-queue.ts`), so that no request waits for a mail server. */
export interface Mailer {
  /**
   * @param id the Message-ID's local part, the same for each attempt
   * @returns the mail server's answer
   * @throws MailRefused; Error. Messages never contain the password.
   */
  send(mail: Mail, id: string): Promise<string>
}
