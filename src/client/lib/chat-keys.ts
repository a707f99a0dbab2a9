/** Where the chats stand in the query cache: lists of them, and each one's own summary. */
export const chatKeys = {
  lists: ['chats', 'list'] as const,
  detail: (chatId: string) => ['chats', 'detail', chatId] as const,
}
