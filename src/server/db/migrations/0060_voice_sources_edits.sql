CREATE TABLE "voice_edits" (
	"brand_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"word" text DEFAULT '' NOT NULL,
	"seen" integer NOT NULL,
	"answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "voice_edits_brand_id_kind_word_pk" PRIMARY KEY("brand_id","kind","word"),
	CONSTRAINT "voice_edits_kind_check" CHECK ("voice_edits"."kind" in ('emoji', 'exclamations', 'questions', 'formal', 'informal', 'voce', 'tu', 'gente', 'shorter', 'word')),
	CONSTRAINT "voice_edits_answer_check" CHECK ("voice_edits"."answer" in ('accepted', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "voice_samples" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "voice_edits" ADD CONSTRAINT "voice_edits_brand_fk" FOREIGN KEY ("user_id","brand_id") REFERENCES "public"."brands"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voice_edits_user_idx" ON "voice_edits" USING btree ("user_id","brand_id");--> statement-breakpoint
ALTER TABLE "voice_samples" ADD CONSTRAINT "voice_samples_source_id_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."sources"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voice_samples_source_idx" ON "voice_samples" USING btree ("source_id");