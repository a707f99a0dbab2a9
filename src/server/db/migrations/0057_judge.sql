ALTER TABLE "call_days" DROP CONSTRAINT "call_days_purpose_check";--> statement-breakpoint
ALTER TABLE "review_notes" ADD COLUMN "source_id" uuid;--> statement-breakpoint
ALTER TABLE "call_days" ADD CONSTRAINT "call_days_purpose_check" CHECK ("call_days"."purpose" in ('draft', 'rewrite', 'judge', 'title', 'summary', 'test', 'embedding'));