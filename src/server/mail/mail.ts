/** A mail to one person. Text only: it reads the same on a phone, in a terminal and to a screen reader. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** The mail server refused the recipient for good, such as an address that does not exist. No later try can succeed. */
export class MailRefused extends Error {}

/** Sends mail now. Features queue theirs instead (`mail-queue.ts`), so that no request waits for a mail server. */
export interface Mailer {
  /**
   * @param id the Message-ID's first part: the same at each try, so that a mail which is sent twice is recognisable
   * @returns the mail server's answer
   * @throws MailRefused when no later try can succeed, else an Error with the reason; neither contains the password
   */
  send(mail: Mail, id: string): Promise<string>
}
