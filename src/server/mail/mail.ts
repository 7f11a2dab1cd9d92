export interface Mail {
  to: string
  subject: string
  text: string
  headers?: Record<string, string>
}

/** A permanent refusal of the recipient. */
export class MailRefused extends Error {}

/** Sends at once; features queue mails instead (`mail-queue.ts`). */
export interface Mailer {
  /**
   * @param id the Message-ID's local part
   * @returns the mail server's answer
   * @throws MailRefused; Error without the password
   */
  send(mail: Mail, id: string): Promise<string>
}
