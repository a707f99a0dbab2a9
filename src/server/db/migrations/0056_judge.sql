ALTER TABLE "call_days" DROP CONSTRAINT "call_days_purpose_check";--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "reviews_replies" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "review_notes" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "review_rules" ADD COLUMN "widened_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "call_days" ADD CONSTRAINT "call_days_purpose_check" CHECK ("call_days"."purpose" in ('draft', 'rewrite', 'judge', 'title', 'summary', 'test'));