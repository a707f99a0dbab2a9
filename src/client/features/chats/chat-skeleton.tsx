import messageClasses from '#client/features/chats/messages/message.module.css'
import classes from './chat.module.css'
import dockClasses from './chat-footer.module.css'
import stageClasses from './empty-chat.module.css'

/** The whole screen before the agent is known. */
export function ChatSkeleton({ isNew }: { isNew: boolean }) {
  return (
    <section className={classes.screen} aria-busy aria-label="Carregando a conversa">
      <header className={classes.header}>
        <div className={classes.headerInner}>
          <span className={`${classes.faceGap} skeleton`} />
          <span className={`${classes.namesGap} skeleton`} />
        </div>
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

/** Two turns of a conversation before they are there. */
export function MessagesSkeleton() {
  return (
    <div className={messageClasses.gaps} role="status" aria-label="Carregando as mensagens">
      <div className={`${messageClasses.bubbleGap} skeleton`} />
      <div className={messageClasses.replyGap} aria-hidden>
        <span className="skeleton" />
        <span className="skeleton" />
        <span className="skeleton" />
      </div>
      <div className={`${messageClasses.bubbleGap} skeleton`} />
    </div>
  )
}

function StageSkeleton() {
  return (
    <div className={stageClasses.stage} aria-hidden>
      <span className={`${stageClasses.portrait} ${stageClasses.gap} skeleton`} />
      <span className={`${stageClasses.nameGap} skeleton`} />
    </div>
  )
}
