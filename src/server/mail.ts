/** A mail to one person. Text only: it reads the same on a phone, in a terminal and to a screen reader. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** The mail server will never take it, such as for an address that does not exist. */
export class MailRefused extends Error {}

/** Sends mail in the background; whoever asked for one never waits for a mail server. */
export interface Mailer {
  send(mail: Mail): void
  /**
   * Sends one now, for a durable job: the job tries again where this rejects.
   * @param id the same each time, so that a mail which goes out twice is known as one
   * @throws MailRefused when it would be refused every time
   */
  deliver(mail: Mail, id: string): Promise<void>
  /** Resolves when everything handed over was sent or given up. */
  idle(): Promise<void>
}
