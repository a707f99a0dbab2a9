import { createFileRoute, notFound } from '@tanstack/react-router'

// Otherwise `/app/$agentId/$chatId` would take these addresses.
export const Route = createFileRoute('/app/admin/$')({
  beforeLoad: () => {
    throw notFound()
  },
})
