/** A mail to one person. Text only: it reads the same on a phone, in a terminal and to a screen reader. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mail in the background; whoever asked for one never waits for a mail server. */
export interface Mailer {
  send(mail: Mail): void
  /** Resolves when everything handed over was sent or given up. */
  idle(): Promise<void>
}
