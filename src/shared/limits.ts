/** Limits of both sides. Lengths are UTF-16 code units, sizes bytes, times milliseconds. */
export const LIMITS = {
  jsonBodyBytes: 256 * 1024,
  messageLength: 16_000,
  titleLength: 120,
  /** Length of a title made from the first message. */
  automaticTitleLength: 60,
  nameLength: 120,
  bioLength: 500,
  emailLength: 254,
  banReasonLength: 500,
  /** Length of the reason with which an administrator enters an account. */
  visitReasonMin: 10,
  visitReasonMax: 300,
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
  /** Without deleted ones. */
  labelsMax: 100,
  labelNameLength: 40,
  labelDescriptionLength: 300,
  /** Maximum value of a manual sort position. */
  orderMax: 10_000,
  /** Without deleted ones. */
  agentsMax: 300,
  /** Size of a photo in an exported agent, which must fit into a call's body. */
  agentPhotoBytes: 150_000,
  photoUrlLength: 2_000,
  /** Limits of the test conversation, which each call sends whole. */
  testTurns: 40,
  testTurnLength: 60_000,
  contextItems: 20,
  /** Steps that a reply keeps, over all its writers, and the length of a step's label. */
  stepsPerReply: 24,
  stepLabelLength: 120,
  /** Length of a long field of a product, brand, offer or questionnaire. */
  memoryFieldLength: 4_000,
  /** A text pasted to fill in a form: a long sales page. */
  fillTextLength: 50_000,
  fillAddressLength: 2_000,
  documentLength: 60_000,
  /** Newest versions that are kept per document. */
  documentVersions: 100,
  credentialLength: 500,
  websiteLength: 300,
  installmentsMax: 120,
  /** Billed replies without any text that cost the user no message: enough for a bad day of a provider. */
  returnedMessagesPerMonth: 10,
  /** Size of an uploaded image. */
  uploadBytes: 5 * 1024 * 1024,
  /** Size of a file attached to a message. */
  attachmentBytes: 10 * 1024 * 1024,
  attachmentsPerMessage: 5,
  feedbackReasonLength: 500,
  reportCommentLength: 1_000,
  reportAnswerLength: 1_000,
  /** Rows of the price table. */
  modelPrices: 200,
  /** Days to undo a deletion. */
  deletedChatDays: 30,
  deletedAssetDays: 30,
  noticeLength: 500,
  noticeLinkLabelLength: 60,
  noticeLinkLength: 500,
  /** Including archived ones. */
  plansMax: 50,
  planNameLength: 40,
  planDescriptionLength: 300,
  /** Length of the displayed price. */
  priceTextLength: 40,
  checkoutUrlLength: 500,
  /** Far above real use. */
  monthlyMessagesMax: 1_000_000,
  /** Given to a user at once. */
  extraMessagesMax: 100_000,
  extraReasonLength: 300,
  /** Messages that one reply of an agent may cost. */
  messageWeight: 20,
  /** Days of a plan's trial. */
  trialDaysMax: 90,
  /** One terabyte. */
  storageMegabytesMax: 1_000_000,
  /** Passages of the Acervo that a plan may give. */
  passageLimitMax: 100_000,
  /** Providers' ids per plan. */
  planExternalsMax: 100,
  /** Length of a payment provider's id, and of its name. */
  externalIdLength: 200,
  externalNameLength: 200,
  tutorialsMax: 300,
  tutorialOrderMax: 10_000,
  /** One day; longer than any video. */
  tutorialSecondsMax: 86_400,
} as const
