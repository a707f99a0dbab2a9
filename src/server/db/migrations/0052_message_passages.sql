CREATE TABLE "message_passages" (
	"message_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"passage_id" uuid NOT NULL,
	"source_id" uuid,
	"source_name" text NOT NULL,
	"kind" text NOT NULL,
	"page" integer,
	"headings" text[] NOT NULL,
	"start_second" integer,
	"address" text,
	"text" text NOT NULL,
	CONSTRAINT "message_passages_message_id_number_pk" PRIMARY KEY("message_id","number"),
	CONSTRAINT "message_passages_kind_check" CHECK ("message_passages"."kind" in ('pdf', 'docx', 'txt', 'md', 'csv', 'srt', 'vtt', 'page', 'document')),
	CONSTRAINT "message_passages_number_check" CHECK ("message_passages"."number" between 1 and 99)
);
--> statement-breakpoint
ALTER TABLE "message_passages" ADD CONSTRAINT "message_passages_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_passages" ADD CONSTRAINT "message_passages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_passages" ADD CONSTRAINT "message_passages_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_passages_source_idx" ON "message_passages" USING btree ("source_id");--> statement-breakpoint
CREATE INDEX "message_passages_user_idx" ON "message_passages" USING btree ("user_id");