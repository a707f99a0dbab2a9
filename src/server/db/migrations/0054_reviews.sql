CREATE TABLE "review_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"rule_id" text NOT NULL,
	"kind" text NOT NULL,
	"quote" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_notes_kind_check" CHECK ("review_notes"."kind" in ('ignored', 'proved'))
);
--> statement-breakpoint
CREATE TABLE "review_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_own" boolean DEFAULT false NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"severity" text NOT NULL,
	"title" text NOT NULL,
	"why" text NOT NULL,
	"suggestion" text NOT NULL,
	"source" text NOT NULL,
	"source_address" text NOT NULL,
	"read_at" date,
	"is_lawyer_reviewed" boolean DEFAULT false NOT NULL,
	"channels" text[] NOT NULL,
	"phrases" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_rules_severity_check" CHECK ("review_rules"."severity" in ('block', 'risk', 'improve'))
);
--> statement-breakpoint
ALTER TABLE "review_notes" ADD CONSTRAINT "review_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_notes" ADD CONSTRAINT "review_notes_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "review_notes_document_idx" ON "review_notes" USING btree ("document_id","created_at","id");--> statement-breakpoint
CREATE INDEX "review_notes_user_idx" ON "review_notes" USING btree ("user_id","id");