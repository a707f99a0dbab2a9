ALTER TABLE "sources" ADD COLUMN "tutorial_id" uuid;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "passage_limit" integer DEFAULT 20000 NOT NULL;--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_tutorial_id_tutorials_id_fk" FOREIGN KEY ("tutorial_id") REFERENCES "public"."tutorials"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sources_tutorial_idx" ON "sources" USING btree ("tutorial_id");--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_tutorial_check" CHECK ("sources"."tutorial_id" is null or ("sources"."owner_id" = '00000000-0000-7000-8000-00000000c0de' and "sources"."kind" in ('srt', 'vtt')));--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_passage_limit_check" CHECK ("plans"."passage_limit" > 0);