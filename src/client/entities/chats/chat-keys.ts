/** Where the chats stand in the query cache: lists of them, each one's own summary and its messages. */
export const chatKeys = {
  lists: ['chats', 'list'] as const,
  detail: (chatId: string) => ['chats', 'detail', chatId] as const,
  /** What comes before a chat's id where its messages stand. */
  messages: ['chats', 'messages'] as const,
}
