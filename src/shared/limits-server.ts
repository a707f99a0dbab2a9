/** Limits that only the server needs; those that forms and contracts need are in `LIMITS`, with the same units. */
export const SERVER_LIMITS = {
  /** Forms that a user may have filled in: each may fetch a page and starts a process. */
  fillsPerHour: 20,
  fillsPerDay: 60,
  /** Per user: products, brands and offers each. */
  assetsPerKind: 300,
  documentsPerPerson: 1_000,
  credentialsPerPerson: 10,
  /** Keys that a user may have checked at their providers. A person tries a few until the right one is copied. */
  credentialChecksPerHour: 10,
  parallelRunsPerUser: 2,
  /** Chats without a message per user, more than a program prepares at once. Older ones make room for new ones. */
  emptyChats: 2_000,
  /** Of an uploaded image, and the side of the square that is stored. */
  uploadPixels: 40_000_000,
  uploadSide: 512,
  uploadsPerDay: 50,
  attachmentsPerDay: 100,
  /** Length of the extracted text of a file. */
  attachmentText: 60_000,
  fileNameLength: 120,
  /** New reports of a user. */
  reportsPerDay: 20,
  /** Per administrator. */
  modelTestsPerHour: 60,
  /** Shown to a user, one after the other. */
  noticesShown: 10,
  /** Per user and per mailbox. */
  emailChangesPerHour: 5,
  /** Per user and per mailbox. */
  purchaseClaimsPerHour: 5,
  /** Gifts of extra messages per user with messages left. */
  extraMessagesOpen: 50,
} as const
