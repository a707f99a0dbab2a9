import { memo, useState } from 'react'
import classes from './markdown.module.css'
import { type Block, BlockSplitter, closeOpenInline, steadyPart } from './markdown-blocks.ts'
import { TokenView } from './markdown-tokens.tsx'

type MarkdownProps = {
  text: string
  /** More text is coming: only its last block renders again, and half-written syntax is not shown. */
  isLive?: boolean
}

/** A Markdown text that cannot harm the reader, whoever wrote it. */
export function Markdown({ text, isLive = false }: MarkdownProps) {
  const [splitter] = useState(() => new BlockSplitter())
  const blocks = splitter.split(isLive ? steadyPart(text) : text)
  const last = blocks.length - 1
  return (
    <div className={classes.markdown} data-markdown data-live={isLive || undefined}>
      {blocks.map((block, index) => {
        const isOpen = isLive && index === last
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at their end.
        return <BlockView key={index} block={isOpen ? closeOpenInline(block) : block} isLive={isOpen} />
      })}
    </div>
  )
}

const BlockView = memo(
  function BlockView({ block, isLive }: { block: Block; isLive: boolean }) {
    return <TokenView token={block.token} isLive={isLive} />
  },
  (before, after) =>
    before.block.raw === after.block.raw &&
    before.block.links === after.block.links &&
    before.isLive === after.isLive,
)
