/** Every figure that both sides obey. Lengths are UTF-16 code units, sizes are bytes, times milliseconds. */
export const LIMITS = {
  jsonBodyBytes: 256 * 1024,
  messageLength: 16_000,
  titleLength: 120,
  /** A new chat is called by the beginning of its first message. */
  automaticTitleLength: 60,
  nameLength: 120,
  bioLength: 500,
  emailLength: 254,
  banReasonLength: 500,
  searchLength: 100,
  passwordMin: 8,
  passwordMax: 128,
  pageDefault: 20,
  pageMax: 100,
  messagesPage: 100,
  recommendationsPerAgent: 3,
  recommendationLength: 500,
  agentDescriptionLength: 1_000,
  systemPromptLength: 30_000,
  modelNameLength: 100,
  labelsPerAgent: 20,
  /** How many labels a house keeps that are not deleted. */
  labelsMax: 100,
  labelNameLength: 40,
  labelDescriptionLength: 300,
  /** Of a place in a list that is put in order by hand. */
  orderMax: 10_000,
  /** How many agents a house keeps that are not deleted. */
  agentsMax: 300,
  /** Of a photo inside an exported agent, which has to fit into a call's body. */
  agentPhotoBytes: 150_000,
  photoUrlLength: 2_000,
  /** Of the conversation that tries an agent out; it comes whole with each message. */
  testTurns: 40,
  testTurnLength: 60_000,
  contextItems: 20,
  /** Of one long field of a product, brand, offer or questionnaire. */
  memoryFieldLength: 4_000,
  /** How many products a person keeps; as many brands, and offers. */
  assetsPerKind: 300,
  documentsPerPerson: 1_000,
  documentLength: 60_000,
  /** How many versions of a document are kept, the newest ones. */
  documentVersions: 100,
  credentialsPerPerson: 10,
  credentialLength: 500,
  websiteLength: 300,
  installmentsMax: 120,
  parallelRunsPerUser: 2,
  /** Of an uploaded image as it is sent; what is kept of it is a square of `uploadSide` pixels. */
  uploadBytes: 5 * 1024 * 1024,
  uploadPixels: 40_000_000,
  uploadSide: 512,
  uploadsPerDay: 50,
  /** Of a file in a message, as it is sent. */
  attachmentBytes: 10 * 1024 * 1024,
  attachmentsPerMessage: 5,
  attachmentsPerDay: 100,
  /** How much of a file's text is kept, in UTF-16 code units. */
  attachmentText: 60_000,
  fileNameLength: 120,
  feedbackReasonLength: 500,
  /** How many models the administrators' price table holds. */
  modelPrices: 200,
  /** A deleted chat can be brought back for so many days; then it is gone. */
  deletedChatDays: 30,
  /** So can a product, brand, offer or document. */
  deletedAssetDays: 30,
  noticeLength: 500,
  noticeLinkLabelLength: 60,
  noticeLinkLength: 500,
  /** How many notices are shown to a person, one after the other. */
  noticesShown: 10,
  /** Other addresses that a person may say to have bought under, an hour; as many mails go to one mailbox. */
  purchaseClaimsPerHour: 5,
  /** How many plans a house keeps, those that are sold no more included. */
  plansMax: 50,
  planNameLength: 40,
  planDescriptionLength: 300,
  /** Of a plan's price as it is shown. */
  priceTextLength: 40,
  checkoutUrlLength: 500,
  /** Far beyond what anybody writes in a month. */
  monthlyMessagesMax: 1_000_000,
  /** How many of the providers' ids one plan is known by. */
  planExternalsMax: 100,
  /** Of a payment provider's id of something, and of its name there. */
  externalIdLength: 200,
  externalNameLength: 200,
  tutorialsMax: 300,
  tutorialOrderMax: 10_000,
  /** A day: longer than any video. */
  tutorialSecondsMax: 86_400,
} as const
