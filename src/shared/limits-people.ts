/** Limits of invitations, of people imported from a spreadsheet and of actions on many; a file of its own, because few screens load them. */
export const PEOPLE_LIMITS = {
  /** Over a weekend, and no longer than a mail is worth keeping. */
  invitationHours: 72,
  /** All providers of mail accept this rate from a new sender; 3,000 invitations take 25 minutes. */
  invitationMailsPerMinute: 120,
  /** A spreadsheet of 10,000 people with four columns has about 800 KB. */
  importBytes: 2 * 1024 * 1024,
  importRows: 10_000,
  importColumns: 50,
  /** Length of a cell, in UTF-16 code units. */
  importCellLength: 1_000,
  /** Accounts that a call names one by one. */
  chosenPeople: 200,
  /** Accounts of one action; two minutes of work. */
  actionPeople: 20_000,
  /** Recipients of one mail to many, and such mails in a day of the house. */
  mailPeople: 5_000,
  mailsPerDay: 5,
  /** As of invitations: 5,000 take 42 minutes. */
  mailsPerMinute: 120,
  /** Longer subjects are cut by mail programs. */
  mailSubjectLength: 120,
  mailTextLength: 10_000,
  /** Saved filters, which one list shows. */
  segments: 50,
  segmentNameLength: 60,
  /** Notes about one person; the database holds the length, too. */
  notes: 200,
  noteLength: 2_000,
} as const
