CREATE TABLE "source_transcripts" (
	"source_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transcription_days" (
	"owner_id" uuid NOT NULL,
	"user_id" uuid,
	"day" date NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "transcription_days_owner_id_day_pk" PRIMARY KEY("owner_id","day"),
	CONSTRAINT "transcription_days_owner_check" CHECK ("transcription_days"."user_id" = "transcription_days"."owner_id" or ("transcription_days"."user_id" is null and "transcription_days"."owner_id" = '00000000-0000-7000-8000-00000000c0de'))
);
--> statement-breakpoint
ALTER TABLE "message_passages" DROP CONSTRAINT "message_passages_kind_check";--> statement-breakpoint
ALTER TABLE "sources" DROP CONSTRAINT "sources_kind_check";--> statement-breakpoint
ALTER TABLE "sources" DROP CONSTRAINT "sources_state_check";--> statement-breakpoint
ALTER TABLE "call_days" DROP CONSTRAINT "call_days_purpose_check";--> statement-breakpoint
DROP INDEX "sources_queue_idx";--> statement-breakpoint
ALTER TABLE "source_transcripts" ADD CONSTRAINT "source_transcripts_source_fk" FOREIGN KEY ("owner_id","source_id") REFERENCES "public"."sources"("owner_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcription_days" ADD CONSTRAINT "transcription_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "transcription_days_user_idx" ON "transcription_days" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sources_queue_idx" ON "sources" USING btree ("queued_at") WHERE "sources"."deleted_at" is null and "sources"."state" in ('queued', 'reading', 'transcribing', 'splitting', 'indexing');--> statement-breakpoint
ALTER TABLE "message_passages" ADD CONSTRAINT "message_passages_kind_check" CHECK ("message_passages"."kind" in ('pdf', 'docx', 'txt', 'md', 'csv', 'srt', 'vtt', 'audio', 'page', 'document'));--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_kind_check" CHECK ("sources"."kind" in ('pdf', 'docx', 'txt', 'md', 'csv', 'srt', 'vtt', 'audio', 'page', 'document'));--> statement-breakpoint
ALTER TABLE "sources" ADD CONSTRAINT "sources_state_check" CHECK ("sources"."state" in ('queued', 'reading', 'transcribing', 'splitting', 'indexing', 'ready', 'failed'));--> statement-breakpoint
ALTER TABLE "call_days" ADD CONSTRAINT "call_days_purpose_check" CHECK ("call_days"."purpose" in ('draft', 'rewrite', 'judge', 'title', 'summary', 'test', 'embedding', 'transcription'));