import messageClasses from '#client/features/chats/messages/message.module.css'
import { useRootMark } from '#client/lib/browser/use-root-mark.ts'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import classes from './chat.module.css'
import dockClasses from './chat-footer.module.css'
import stageClasses from './empty-chat.module.css'

/** The screen while the agent loads. */
export function ChatSkeleton({ isNew }: { isNew: boolean }) {
  useRootMark('data-chat')
  return (
    <section className={classes.screen} aria-busy aria-label="Carregando a conversa">
      <header className={classes.header} data-bar="chat">
        <Row gap={16} wrap={false} className={classes.headerInner}>
          <span className={`${classes.faceGap} skeleton`} />
          <span className={`${classes.namesGap} skeleton`} />
        </Row>
      </header>
      <div className={classes.stage}>
        <div className={classes.scroller}>
          <div className={classes.column}>{isNew ? <StageSkeleton /> : <MessagesSkeleton />}</div>
        </div>
      </div>
      <div className={dockClasses.dock}>
        <div className={`${dockClasses.dockGap} skeleton`} />
      </div>
    </section>
  )
}

export function MessagesSkeleton() {
  return (
    <Stack gap={32} role="status" aria-label="Carregando as mensagens">
      <div className={`${messageClasses.bubbleGap} skeleton`} />
      <Stack gap={12} className={messageClasses.replyGap} aria-hidden>
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton" />
      </Stack>
      <div className={`${messageClasses.bubbleGap} skeleton`} />
    </Stack>
  )
}

function StageSkeleton() {
  return (
    <div className={stageClasses.stage} aria-hidden>
      <span className={`${stageClasses.portrait} skeleton`} />
      <span className={`${stageClasses.nameGap} skeleton`} />
    </div>
  )
}
